"""Where the compilers and programs of a script find an OpenMP runtime."""
import os
import subprocess
from pathlib import Path


def openmp_environment():
    """That of a shell after use_openmp_aside of scripts/common.sh: what scripts/setup had to put aside is found."""
    common = Path(__file__).resolve().parents[2] / "scripts" / "common.sh"
    words = subprocess.run(["bash", "-c", '. "$1"; use_openmp_aside; env -0', "bash", str(common)], check=True,
                           capture_output=True).stdout.decode().split("\0")
    return dict(word.split("=", 1) for word in words if "=" in word)


def use_openmp_aside():
    os.environ.update(openmp_environment())
