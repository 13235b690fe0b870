"""beastlab: five board games to play in a notebook, with the exact maths behind every decision.

>>> import beastlab
>>> beastlab.rule("hunt.stagger.trigger").status
'clear'
"""

from beastlab.core.ledger import rule
from beastlab.core.saves import load

__all__ = ["__version__", "load", "rule"]
__version__ = "0.1.0"
