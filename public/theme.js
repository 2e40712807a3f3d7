// The server's worker, before all else: it reads its script and opens the database while the page arrives. The built page
// names its script; src/page/open-worker.ts takes it over, and decides in the same way. [PF6]
const { worker: script } = document.currentScript.dataset
const asked = new URLSearchParams(location.search)
if (script && 'SharedWorker' in window && !asked.has('server') && asked.get('worker') !== 'dedicated') {
  const worker = new SharedWorker(script, { type: 'module', name: 'orchard' })
  window.orchardWorker = { worker, isBroken: false }
  worker.addEventListener('error', () => (window.orchardWorker.isBroken = true))
}
// Runs before the first paint. The same key and values as src/ui/kit/theme-store.ts, which takes over from here.
try {
  const theme = localStorage.getItem('orchard.theme')
  if (theme === 'light' || theme === 'dark' || theme === 'contrast') document.documentElement.dataset.theme = theme
} catch {
  // Storage is off: the system's theme it is.
}
// A stage and its notes have another frame than the page.
if (asked.get('present')) document.documentElement.dataset.presented = ''

// Without its first stylesheets the page is there but cannot be used: it says so, and loads them again. [YE7]
const missing = new Map()
const notice = document.createElement('p')
const place = { position: 'fixed', inset: 'auto 8px 8px', zIndex: '9', margin: '0', padding: '12px' }
Object.assign(notice.style, place, { border: '2px solid', background: 'Canvas', color: 'CanvasText' })
notice.style.font = '14px system-ui, sans-serif'
notice.setAttribute('role', 'alert')
function say() {
  const button = document.createElement('button')
  button.textContent = 'Load them again'
  button.addEventListener('click', () => {
    notice.remove()
    for (const link of missing.values()) link.replaceWith(link.cloneNode())
  })
  const words = 'The styles of this page did not arrive: its host does not answer, or it has a newer version. '
  notice.replaceChildren(words, 'What you typed is not lost. ', button)
  if (missing.size > 0) document.body.append(notice)
}
// Styles of a part of the page come later, and the part says so itself.
let isOpening = true
addEventListener('load', () => (isOpening = false), { once: true })
const isStyles = (target) => target instanceof HTMLLinkElement && target.rel === 'stylesheet'
const failed = ({ target }) => {
  if (!isStyles(target) || !(isOpening || missing.has(target.href))) return
  missing.set(target.href, target)
  if (document.body === null) addEventListener('DOMContentLoaded', say, { once: true })
  else say()
}
const arrived = ({ target }) => {
  if (isStyles(target) && missing.delete(target.href) && missing.size === 0) notice.remove()
}
addEventListener('error', failed, { capture: true })
addEventListener('load', arrived, { capture: true })
