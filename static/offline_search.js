// Search in a saved manual when the site can't be reached. Ranks as the site does: all words before some, rare words before
// frequent ones, headings and players' questions before text; digits equal words, and players' words those of the manual.
const SHELF = "rules-1", SHOWN = 15;
const STOP = new Set("a an and any are as at be but by can do does did for from had has have how i if in is it its me my no not of on or so that the their them then there they this to up was we what when where which who why will with you your".split(" "));
const kept = new Map();

/** The stem of a word, roughly: players, played and playing become play. */
function stem(word) {
  if (word.length < 4) return word;
  const short = word.replace(/(?:'s|’s)$/, "").replace(/ies$/, "y").replace(/(?:ing|ed|es|ly|s)$/, "");
  return (short.length < 3 ? word : short).replace(/(.)\1$/, "$1").replace(/e$/, "");
}

const wordsOf = (text) => (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []);
const stemsOf = (text) => wordsOf(text).map(stem);
const line = (words) => ` ${words.join(" ")} `;

/** The index of one manual as saved by the service worker, with the stems of each part; null if it is not saved. */
async function load(address) {
  const answer = await (await caches.open(SHELF)).match(address);
  if (!answer) return null;
  const index = await answer.json();
  const parts = index.parts.map(([title, url, clause, text, asked]) => ({
    title, url, clause, text, game: index.title,
    head: line([...stemsOf(title), ...stemsOf(asked)]),
    body: line(stemsOf(text)),
  }));
  return { parts, same: index.same };
}

/** The addresses of the saved indexes: of one game, or of all. */
async function addresses(slug) {
  const all = (await (await caches.open(SHELF)).keys()).map((request) => new URL(request.url).pathname);
  return all.filter((path) => path.endsWith("/search.json") && (!slug || path === `/rules/${slug}/search.json`));
}

/** What was asked, as a list of terms; each is a list of phrases in stems, any of which will do. */
function termsOf(query, same) {
  const words = wordsOf(query);
  const phrases = Object.keys(same).filter((said) => said.includes(" ") && line(words).includes(line([said])));
  const asked = words.filter((word) => !STOP.has(word)).map((word) => [word, ...(same[word] ?? [])]);
  const last = words.at(-1) ?? "";
  return [...phrases.map((said) => same[said]), ...asked].map((group) => group.map((one) => {
    const stems = line(stemsOf(one));
    return one === last && last.length > 2 ? stems.trimEnd() : stems; // the last word may not be typed to its end
  }));
}

/** How well a part fits: for each term found its weight, times the share of all weights that was found. */
function scoreOf(part, terms, weights) {
  let score = 0, found = 0, whole = 0;
  terms.forEach((group, place) => {
    whole += weights[place];
    const fit = group.reduce((best, phrase, number) => Math.max(best, (part.head.includes(phrase) ? 1 : part.body.includes(phrase) ? 0.6 : 0) * (number ? 0.8 : 1)), 0);
    if (fit) found += weights[place];
    score += fit * weights[place];
  });
  return whole ? (score / Math.log(8 + part.body.length / 40)) * (found / whole) : 0;
}

/** The best parts for a query, best first. */
export async function find(query, slug) {
  const found = [];
  for (const address of await addresses(slug)) {
    if (!kept.has(address)) kept.set(address, await load(address));
    const index = kept.get(address);
    if (!index) continue;
    const number = query.match(/\b([a-z]+)[\s-]*0*(\d{1,4})\b/i);
    const terms = termsOf(query, index.same);
    const weights = terms.map((group) => {
      const count = index.parts.filter((part) => group.some((phrase) => part.head.includes(phrase) || part.body.includes(phrase))).length;
      return count ? Math.log(1 + index.parts.length / count) : 0;
    });
    for (const part of index.parts) {
      const isNamed = number && part.clause.toLowerCase().replace(/-0*/, "-") === `${number[1]}-${number[2]}`.toLowerCase();
      const score = isNamed ? 1000 : scoreOf(part, terms, weights);
      if (score) found.push({ ...part, score });
    }
  }
  return found.sort((one, other) => other.score - one.score).slice(0, SHOWN);
}

function item(part) {
  const head = make("h3", {}, make("a", { href: part.url }, part.title), part.clause ? ` ${part.clause}` : "");
  return make("li", { className: "found" }, head, make("p", {}, part.text), make("p", { className: "faint" }, part.game));
}

/** Show in `box` what the saved manuals answer. */
export async function show(box, query, slug) {
  const found = await find(query, slug);
  const words = found.length ? "You’re offline. From the manuals saved on this device:" : "You’re offline, and nothing in the manuals saved on this device matches.";
  box.replaceChildren(make("p", { className: "faint", role: "status" }, words), make("ol", { className: "list" }, ...found.map(item)));
}
