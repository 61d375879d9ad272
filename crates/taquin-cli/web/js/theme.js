// Chooses light or dark before anything is painted: as the person said last, else as the system has it.
{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choose = () => {
    document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (system.matches ? "dark" : "light");
  };
  system.addEventListener("change", choose);
  choose();
}
