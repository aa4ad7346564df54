"""Found by ``import pycrfsuite``, in worker processes too: Sagitta's takes its place."""

import sagitta.pycrfsuite

sagitta.pycrfsuite.install()
