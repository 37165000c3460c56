// Runs before the first paint: a chosen theme must not flash the other one. External, so that the policy needs no inline
// scripts.
(function () {
  try {
    var theme = localStorage.getItem("vm.console.theme");
    if (theme === "dark" || theme === "light") document.documentElement.className = "vm-" + theme;
  } catch {
    // Storage switched off: the system's theme it is.
  }
})();
