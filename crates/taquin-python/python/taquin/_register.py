"""Makes ``Taquin-v0`` known to Gymnasium, which calls this when it is imported."""

from __future__ import annotations


def register() -> None:
    """Registers the environment; what it needs is imported when one is made."""
    from gymnasium.envs.registration import register as known
    from gymnasium.envs.registration import registry

    if "Taquin-v0" not in registry:
        known(id="Taquin-v0", entry_point="taquin.gym:TaquinEnv")
