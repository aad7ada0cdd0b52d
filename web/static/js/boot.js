// Stands inside the page itself and runs before anything else: what a busy service did not send is
// asked for again. Written for any browser, with no import: it must work when nothing else has
// come.

(function () {
  var PATIENCE_MS = 20000; // a page that shows nothing by then begins anew
  var LONGEST_S = 30;
  var KEY = "tableside-tries";
  var place = document.currentScript;
  var tries = Number(sessionStorage.getItem(KEY)) || 0;
  var isRunning = false;
  var isDue = false;
  var missing = 0;

  var pause = function (n) {
    return Math.min(LONGEST_S, Math.pow(2, n)) * 1000;
  };

  function language() {
    try {
      return JSON.parse(localStorage.getItem("tableside")).language;
    } catch (nothing) {
      return navigator.language;
    }
  }

  function say(isWaiting) {
    var known = JSON.parse(place.dataset.waiting); // by language, the usual one first
    var codes = Object.keys(known);
    var ours = codes.filter(function (code) {
      return String(language()).indexOf(code) === 0;
    });
    var said = document.getElementById("boot");
    said.textContent = isWaiting ? known[ours[0] || codes[0]] : "";
    said.hidden = !isWaiting;
  }

  // The whole page: scripts that failed to come cannot be fetched one by one.
  function again() {
    if (isDue) return;
    isDue = true;
    say(true);
    sessionStorage.setItem(KEY, String(tries + 1));
    setTimeout(function () {
      location.reload();
    }, pause(tries));
  }

  // One style sheet: a page in use need not begin anew for it.
  function dress(link, n) {
    var fresh = link.cloneNode();
    fresh.href = link.href.split("?")[0] + "?again=" + n;
    fresh.onload = function () {
      missing -= 1;
      if (!missing && !isDue) say(false);
    };
    fresh.onerror = function (event) {
      event.stopPropagation();
      setTimeout(dress, pause(n), fresh, n + 1);
    };
    link.parentNode.replaceChild(fresh, link);
  }

  function lost(event) {
    var one = event.target;
    if (one.rel === "stylesheet" && !one.onerror) {
      missing += 1;
      whenThere(function () {
        say(true);
      });
      setTimeout(dress, pause(0), one, 1);
    } else if (one.tagName === "SCRIPT") whenThere(again);
  }

  function whenThere(go) {
    if (document.getElementById("boot")) go();
    else document.addEventListener("DOMContentLoaded", go);
  }

  addEventListener("error", lost, true);
  addEventListener("stranded", again); // a part that is fetched later did not come
  addEventListener("running", function () {
    isRunning = true;
    sessionStorage.removeItem(KEY);
  });
  setTimeout(function () {
    if (!isRunning) again();
  }, PATIENCE_MS);
})();
