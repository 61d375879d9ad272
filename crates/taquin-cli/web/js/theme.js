// Before anything is painted: light or dark, as the person said last, else as the system has it; and whether this is a first
// visit, whose board is drawn already.
{
  const { dataset } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choose = () => (dataset.theme = localStorage.getItem("theme") ?? (system.matches ? "dark" : "light"));
  system.addEventListener("change", choose);
  choose();
  if (location.hash === "" && localStorage.getItem("game") === null) dataset.first = "true";
}
