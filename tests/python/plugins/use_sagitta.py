"""A plugin of pytest: tests that import pycrfsuite or sklearn_crfsuite get those of Sagitta."""

import sagitta.sklearn_crfsuite

sagitta.sklearn_crfsuite.install()
