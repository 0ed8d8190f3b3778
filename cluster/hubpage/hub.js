// Keeps the page fresh: the server writes it, and what it wrote anew takes the old one's place.
async function freshen() {
  try {
    const answer = await fetch("/");
    if (answer.ok && !document.querySelector("details[open]")) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.querySelector("main").replaceWith(page.querySelector("main"));
    }
    document.title = "oxo hub";
  } catch {
    document.title = "oxo hub (gone)";
  }
  setTimeout(freshen, 1000);
}
setTimeout(freshen, 1000);
