import { type GlyphMark, shapePath } from '#ui/kit/glyph.tsx'

const flightMs = 420
const svgSpace = 'http://www.w3.org/2000/svg'

interface Place {
  readonly x: number
  readonly y: number
}

/** Draws a glyph in a floating box, centred on a position. */
function drawGlyph({ verb, pending, hue }: GlyphMark, { x, y }: Place): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('width', '20')
  svg.setAttribute('height', '20')
  svg.style.cssText = `position:fixed;left:${x - 10}px;top:${y - 10}px;z-index:15;pointer-events:none`
  const path = document.createElementNS(svgSpace, 'path')
  path.setAttribute('d', shapePath({ verb, pending }, 10, 10, 1.2))
  path.setAttribute('fill', verb === 'delete' ? 'none' : hue)
  path.setAttribute('stroke', hue)
  path.setAttribute('stroke-width', verb === 'delete' ? '2.4' : '1')
  svg.append(path)
  return svg
}

/** Animates a write's glyph from the response to its position on the rail. Disabled with reduced motion. [RL9] */
export function flyGlyph(mark: GlyphMark, from: Place, to: Place): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const glyph = drawGlyph(mark, to)
  document.body.append(glyph)
  const flight = glyph.animate(
    [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }],
    { duration: flightMs, easing: 'cubic-bezier(.2, .7, .2, 1)' },
  )
  flight.addEventListener('finish', () => glyph.remove())
  flight.addEventListener('cancel', () => glyph.remove())
}
