"""What scikit-learn expects of an estimator, without requiring scikit-learn."""

from __future__ import annotations

import inspect
from typing import Any


class Estimator:
    """Parameters are the arguments of ``__init__``, stored under their names."""

    @classmethod
    def _parameter_names(cls) -> list[str]:
        parameters = inspect.signature(cls.__init__).parameters.values()
        return [p.name for p in parameters if p.name != "self" and p.kind is not p.VAR_KEYWORD]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters of this estimator."""
        return {name: getattr(self, name) for name in self._parameter_names()}

    def set_params(self, **params: Any) -> Any:
        """Sets parameters and returns the estimator. ValueError if there is no such one."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ValueError(
                    f"{name!r} is not a parameter of {type(self).__name__}; "
                    f"the parameters are {', '.join(known)}"
                )
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        """Called by scikit-learn 1.6 and later."""
        from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=True),
            input_tags=InputTags(two_d_array=False, dict=True),
        )

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self).__init__).parameters
        changed = []
        for name, value in self.get_params().items():
            default = defaults[name].default if name in defaults else None
            if value is not default and value != default:
                changed.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(changed)})"
