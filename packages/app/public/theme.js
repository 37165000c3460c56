// Runs before the first paint: a chosen theme must not flash the other one, nor a line turn its direction. External, so
// the policy needs no inline scripts.
(function () {
  var page = document.documentElement;
  var kept = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage switched off: the system's theme and the browser's language it is.
      return null;
    }
  };

  var theme = kept("vm.theme");
  if (theme === "dark" || theme === "light") {
    page.className = "vm-" + theme;
    var color = theme === "dark" ? "#11181A" : "#FFFFFF";
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.setAttribute("content", color);
    });
  }

  var spoken = [kept("vm.language")].concat(navigator.languages || []).map(function (language) {
    return String(language).slice(0, 2).toLowerCase();
  });
  var language = spoken.find(function (one) {
    return one === "en" || one === "hi" || one === "ur";
  });
  page.lang = (language || "en") + "-IN";
  page.dir = language === "ur" ? "rtl" : "ltr";
})();
