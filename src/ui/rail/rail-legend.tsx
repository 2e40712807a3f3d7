import type { ReactNode } from 'react'
import type { WriteVerb } from '#facts/fact.ts'
import { type GlyphMark, MiniGlyph } from '#ui/kit/glyph.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import type { PlacedFlag } from './flags.ts'
import { Flag, PinMark, Refusals, Span, Thread } from './rail-marks.tsx'
import { lineY } from './scale.ts'
import styles from './rail-legend.module.css'

interface Entry {
  readonly words: string
  readonly mark: ReactNode
}

const glyph = (more: Partial<GlyphMark>): GlyphMark => ({
  verb: 'patch',
  pending: false,
  hue: kindHue('Deployment'),
  person: 'loop',
  ...more,
})

const small = (more: Partial<GlyphMark>, isAhead = false): ReactNode => (
  <MiniGlyph mark={glyph(more)} k={0.9} box={18} rings hollow={isAhead} />
)

const flag = (text: string, state: PlacedFlag['state']): PlacedFlag => ({
  x: 20,
  text,
  state,
  title: '',
  behind: 0,
  noteX: null,
})

/** A part of the rail, drawn by the rail's own marks: 34 pixels wide, from `top` on. */
function Cut({
  top,
  height,
  children,
}: {
  readonly top: number
  readonly height: number
  readonly children: ReactNode
}) {
  return (
    <svg width={34} height={height} viewBox={`0 ${top} 34 ${height}`} aria-hidden="true">
      {children}
    </svg>
  )
}

const line = <path d={`M0 ${lineY}H34`} stroke="var(--border-2)" />

const verbs: readonly (readonly [WriteVerb, string])[] = [
  ['create', 'create'],
  ['update', 'update'],
  ['patch', 'patch'],
  ['apply', 'apply'],
  ['delete', 'delete: gone'],
]

const writes: readonly Entry[] = [
  ...verbs.map(([verb, words]) => ({ words, mark: small({ verb }) })),
  { words: 'delete: requested, waits for holders', mark: small({ verb: 'delete', pending: true }) },
  { words: 'by you', mark: small({ person: 'you' }) },
  { words: 'by other people; controllers have no ring', mark: small({ person: 'other' }) },
  { words: 'after the revision that is shown', mark: small({}, true) },
  {
    words: 'many writes: height is the number, hue the verb; deletes hang',
    mark: (
      <Cut top={20} height={28}>
        {[4, 10, 16, 22, 28].map((x, at) => (
          <path key={x} d={`M${x} ${lineY}v-${4 + ((at * 3) % 7)}h3v${4 + ((at * 3) % 7)}z`} fill="var(--verb-patch)" />
        ))}
        <path d={`M16 ${lineY + 2}v5h3v-5z`} fill="var(--verb-delete)" />
      </Cut>
    ),
  },
]

const others: readonly Entry[] = [
  {
    words: 'thread: writes of the selected object',
    mark: (
      <Cut top={14} height={18}>
        <Thread
          hops={[
            { from: 2, to: 16, revision: 1, ahead: false },
            { from: 16, to: 32, revision: 2, ahead: false },
          ]}
        />
      </Cut>
    ),
  },
  {
    words: 'refused write: it used no revision',
    mark: (
      <Cut top={15} height={24}>
        {line}
        <Refusals refusals={[{ id: 0, x: 17, status: 409 }]} />
      </Cut>
    ),
  },
  {
    words: 'deletion that waits; a ring is a holder that let go',
    mark: (
      <Cut top={40} height={14}>
        <Span span={{ uid: '', kind: 'Namespace', group: '', from: 3, released: [16], to: null }} nowX={33} />
      </Cut>
    ),
  },
  {
    words: 'flag: a watch, at the last write that it delivered',
    mark: (
      <Cut top={1} height={38}>
        {line}
        <Flag flag={flag('A', 'live')} newestX={0} />
      </Cut>
    ),
  },
  {
    words: 'a watch that is behind; small letters: other clients',
    mark: (
      <Cut top={1} height={38}>
        {line}
        <Flag flag={flag('c', 'slow')} newestX={0} />
      </Cut>
    ),
  },
  {
    words: 'a watch that got 410',
    mark: (
      <Cut top={1} height={38}>
        {line}
        <Flag flag={flag('D', 'gone')} newestX={0} />
      </Cut>
    ),
  },
  {
    words: 'pin: the snapshot of a paged list, pages read of all',
    mark: (
      <Cut top={44} height={20}>
        <PinMark pin={{ x: 17, label: '2/3' }} />
      </Cut>
    ),
  },
  {
    words: 'hatched: history that has expired',
    mark: (
      <Cut top={0} height={20}>
        <Hatch />
      </Cut>
    ),
  },
  {
    words: 'the newest write, Live; amber: the revision that is shown',
    mark: (
      <Cut top={4} height={20}>
        <path d="M10 4v20" stroke="var(--live-line)" strokeWidth={2} />
        <path d="M24 4v20" stroke="var(--past-line)" strokeWidth={2} />
      </Cut>
    ),
  },
]

/** Hatched ground with the line at which the kept history begins. */
function Hatch() {
  return (
    <>
      <defs>
        <pattern id="legend-gone" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" stroke="var(--border-2)" strokeWidth={1.6} />
        </pattern>
      </defs>
      <rect width={26} height={20} fill="url(#legend-gone)" />
      <path d="M26 0V20" stroke="var(--glyph-quiet)" strokeWidth={1.5} />
    </>
  )
}

function Part({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {entries.map(({ words, mark }) => (
          <li key={words}>
            <span className={styles.mark}>{mark}</span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Explains every mark that the rail can show, with the rail's own drawings. [RL11] */
export function RailLegend() {
  return (
    <>
      <Part title="On the rail: writes" entries={writes} />
      <Part title="On the rail: around the writes" entries={others} />
    </>
  )
}
