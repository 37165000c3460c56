// Runs before the first paint: a chosen theme must not flash the other one. External, so the policy needs no inline scripts.
(function () {
  try {
    var theme = localStorage.getItem("vm.theme");
    if (theme === "dark" || theme === "light") {
      document.documentElement.className = "vm-" + theme;
      var color = theme === "dark" ? "#11181A" : "#FFFFFF";
      document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
        meta.setAttribute("content", color);
      });
    }
  } catch {
    // Storage switched off: the system's theme it is.
  }
})();
