import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Icon } from '#ui/kit/icon.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { KindSquare } from '#ui/kit/text.tsx'
import { MiniGlyph } from '#ui/kit/glyph.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { chordText } from './chord.ts'
import { type Hit, listedKinds, parseQuery, search } from './palette-search.ts'
import type { LoadPlaces, Place } from '#ui/lab/page/place.ts'
import styles from './palette.module.css'

function Picture({ hit }: { readonly hit: Hit }) {
  const { picture } = hit
  if (picture.type === 'kind') return <KindSquare kind={picture.kind} group={picture.group} />
  if (picture.type === 'glyph') return <MiniGlyph mark={picture.mark} k={0.86} box={18} rings />
  return <Icon name={picture.icon} />
}

/** Renders a title with the matched words underlined. */
function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const lower = text.toLowerCase()
  const word = words.find((candidate) => lower.includes(candidate))
  if (word === undefined) return text
  const at = lower.indexOf(word)
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  )
}

interface HitsProps {
  readonly hits: readonly Hit[]
  readonly words: readonly string[]
  readonly chosen: number
  readonly onRun: (hit: Hit) => void
}

function Hits({ hits, words, chosen, onRun }: HitsProps) {
  return hits.map((hit, at) => (
    <Fragment key={hit.id}>
      {hit.group !== hits[at - 1]?.group && <h3 role="presentation">{hit.heading ?? hit.group}</h3>}
      {/* The combobox keeps the focus and handles the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
      <div
        id={`hit-${at}`}
        role="option"
        aria-selected={at === chosen}
        className={styles.hit}
        onClick={() => onRun(hit)}
      >
        <Picture hit={hit} />
        <span className={styles.title} title={hit.title}>
          <Marked text={hit.title} words={words} />
        </span>
        <span className={styles.note}>{hit.note}</span>
        {hit.key !== undefined && <kbd>{chordText(hit.key)}</kbd>}
      </div>
    </Fragment>
  ))
}

function Foot({ shown, total }: { readonly shown: number; readonly total: number }) {
  return (
    <footer className={styles.foot}>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>↵</kbd> open
      </span>
      <span>
        <kbd>&gt;</kbd> commands only
      </span>
      <span>
        <kbd>:</kbd> kinds
      </span>
      <span>
        <kbd>@</kbd> revision
      </span>
      <span className={styles.fill} />
      <span role="status">
        {shown} of {total}
      </span>
    </footer>
  )
}

/** The places beyond the open room; none until they are loaded, and where they cannot be. */
function usePlaces(load: LoadPlaces): readonly Place[] {
  const lab = useLab()
  const [places, setPlaces] = useState<readonly Place[]>([])
  useEffect(() => {
    let isOpen = true
    load(lab).then(
      (loaded) => {
        if (isOpen) setPlaces(loaded)
      },
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [lab, load])
  return places
}

/** Searches again for what arrives while the page or a room opens. Later writes do not move the hits under the person's keys. [KB10] */
function useFound(text: string, places: readonly Place[]): ReturnType<typeof search> {
  const lab = useLab()
  const rooms = useStore(lab.rooms)
  const listed = useStore(lab.view, listedKinds)
  // It depends on these values only.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => search(lab, text, places), [lab, text, places, rooms, listed])
}

/** The command palette: searches objects, revisions and commands. */
export function Palette({ loadPlaces }: { readonly loadPlaces: LoadPlaces }) {
  const lab = useLab()
  const places = usePlaces(loadPlaces)
  const onClose = () => lab.overlay.close()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const found = useFound(text, places)
  const { words } = parseQuery(text)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const run = (hit: Hit) => {
    onClose()
    hit.run(lab)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { hits } = found
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[chosen]
    if (step !== undefined) setChosen((chosen + step + hits.length) % Math.max(1, hits.length))
    else if (event.key === 'Enter' && hit !== undefined) run(hit)
    else return
    event.preventDefault()
  }
  return (
    <Sheet label="Search and commands" onClose={onClose} className={styles.sheet}>
      <div className={styles.ask}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-hits"
          aria-activedescendant={found.hits.length > 0 ? `hit-${chosen}` : undefined}
          aria-label="Search or run"
          placeholder="Search or run"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div ref={list} id="palette-hits" role="listbox" aria-label="Found" className={styles.list} tabIndex={-1}>
        <Hits hits={found.hits} words={words} chosen={chosen} onRun={run} />
        {found.hits.length === 0 && (
          <p className={styles.empty}>No match. Try a kind, a name, a verb, a key, or the title of a lesson.</p>
        )}
      </div>
      <Foot shown={found.hits.length} total={found.total} />
    </Sheet>
  )
}
