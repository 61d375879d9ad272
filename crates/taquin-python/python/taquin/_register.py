"""Makes ``Taquin-v0`` known to Gymnasium: at once if it is imported already, else as soon as it is.

Importing Gymnasium takes far longer than importing taquin, so it is not done for those who do not use it.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


def register() -> None:
    """Registers the environment; what it needs is imported when one is made."""
    from gymnasium.envs.registration import register as known
    from gymnasium.envs.registration import registry

    if "Taquin-v0" not in registry:
        known(id="Taquin-v0", entry_point="taquin.gym:TaquinEnv")


class _WhenImported:
    """Asked by Python for every module that is imported; answers for Gymnasium alone, and only once."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def load_and_register(module: ModuleType) -> None:
            load(module)
            register()

        spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


def register_when_imported() -> None:
    """Registers now or later."""
    if "gymnasium" in sys.modules:
        register()
    else:
        sys.meta_path.insert(0, _WhenImported())
