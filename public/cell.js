// <lab-cell>: shows parts of Orchard in any page, in a frame of its host: the address in the attribute `host`, or the folder
// that this script comes from. What is written inside of the element is shown until the cell runs, and where it cannot run.
// See docs/embedding.md. The package has this file as its entry `lab-cell`.

/** `null` in a bundle, which comes from no host of Orchard. */
const ownFolder = /\/cell\.js(?:\?|$)/.test(import.meta.url) ? new URL('./', import.meta.url).href : null
/** Cells of one page share a cluster. */
const page = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join('')
const passed = ['show', 'object', 'at', 'request', 'body', 'type', 'watch', 'lesson', 'step', 'actor']
const style = `:host{display:block;margin:16px 0}iframe{display:block;width:100%;border:0;color-scheme:normal}
iframe[data-waiting]{position:absolute;height:1px;opacity:0;pointer-events:none}:host{position:relative}`

/** The height of each part of a cell in a wide column, and of frame and footer, in pixels. */
const heights = { yaml: 297, rail: 63, request: 73, watch: 88, lesson: 457 }
const FRAME_HEIGHT = 31

/** The height that is kept for a cell, so that text and cells below it do not move when it starts. */
const expectedHeight = (cell) =>
  (cell.getAttribute('show') ?? 'yaml,rail')
    .split(',')
    .reduce((sum, part) => sum + (Object.hasOwn(heights, part) ? heights[part] : 0), FRAME_HEIGHT)

/** `dark` where the text around the cell is light, whatever made it so. */
function themeAround(element) {
  const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number)
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? 'dark' : 'light'
}

/** The folder of the built page that a cell shows, with a slash at its end; `null` if it names none. */
function hostOf(cell) {
  const host = cell.getAttribute('host') ?? ownFolder
  if (host === null || !URL.canParse(host, document.baseURI)) return null
  const root = new URL(host, document.baseURI)
  if (!root.pathname.endsWith('/')) root.pathname += '/'
  return /^https?:$/.test(root.protocol) ? root : null
}

/** The first link of the page that is none of a lesson, which only its own cell plays. */
const firstLink = () => document.querySelector('lab-cell[src]:not([src*="#l=lesson-"])')?.getAttribute('src')

/** The link of this cell, or the first one of the page. */
const linkOf = (cell) => cell.getAttribute('src') ?? firstLink() ?? ''

// Where there is no DOM, as on a server that renders pages, the module can be imported and defines nothing.
class LabCell extends (globalThis.HTMLElement ?? Object) {
  #frame = null
  #near = null
  #ending = null

  connectedCallback() {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    shadow.innerHTML = ''
    // A page whose policy forbids inline styles allows rules that a script makes.
    const rules = new CSSStyleSheet()
    rules.replaceSync(`${style}:host{min-height:${expectedHeight(this)}px}`)
    shadow.adoptedStyleSheets = [rules]
    shadow.append(document.createElement('slot'))
    this.#ending = new AbortController()
    // The server loads when the cell is near the screen.
    this.#near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.#load(), {
      rootMargin: '400px',
    })
    this.#near.observe(this)
  }

  disconnectedCallback() {
    this.#near?.disconnect()
    this.#ending?.abort()
    this.#frame?.remove()
    this.#frame = null
  }

  #load() {
    this.#near?.disconnect()
    if (this.#frame !== null) return
    const root = hostOf(this)
    // oxlint-disable-next-line no-console -- the author of the page reads it there
    if (root === null) return console.warn('lab-cell: its attribute host is no address of a page of Orchard')
    const address = new URL('cell.html', root)
    for (const name of passed) if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name))
    address.searchParams.set('page', page)
    address.searchParams.set('theme', themeAround(this))
    const link = linkOf(this)
    address.hash = link.slice(link.indexOf('#l=') < 0 ? link.length : link.indexOf('#l='))
    const frame = document.createElement('iframe')
    frame.title = this.getAttribute('title') ?? 'Orchard'
    frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox')
    frame.dataset.waiting = ''
    frame.src = address.href
    this.#frame = frame
    this.shadowRoot.append(frame)
    this.#follow(frame, root.origin)
  }

  #follow(frame, origin) {
    const { signal } = this.#ending
    addEventListener(
      'message',
      (event) => {
        if (event.source !== frame.contentWindow || event.origin !== origin) return
        const height = Number(event.data?.cellHeight)
        if (!(height > 0 && height < 4000)) return
        frame.style.height = `${height}px`
        this.style.minHeight = '0'
        delete frame.dataset.waiting
        // The own text of the page stays above the words of a cell that cannot run.
        this.shadowRoot.querySelector('slot').hidden = event.data.cellFailed !== true
      },
      { signal },
    )
    let shown = themeAround(this)
    const tell = () => {
      const theme = themeAround(this)
      if (theme === shown) return
      shown = theme
      frame.contentWindow?.postMessage({ cellTheme: theme }, origin)
    }
    const watcher = new MutationObserver(tell)
    for (const element of [document.documentElement, document.body])
      watcher.observe(element, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tell, { signal })
    signal.addEventListener('abort', () => watcher.disconnect())
  }
}

if (globalThis.customElements?.get('lab-cell') === undefined) globalThis.customElements?.define('lab-cell', LabCell)
