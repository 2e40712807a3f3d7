import { useEffect, useMemo, useRef, useState } from 'react'
import type { DebugProtobuf } from '#facts/debug-api.ts'
import { classes } from '#ui/kit/button.tsx'
import { Windowed, type WindowedHandle } from '#ui/kit/lists/windowed.tsx'
import { Refusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'
import { bytesText, countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { decodeBytes, type KindWords, type WireNode } from '#ui/exchange/decode-bytes.ts'
import styles from './bytes-view.module.css'

const rowBytes = 16
const rowHeight = 20

/**
 * Returns field numbers and names of a kind's message from the server; `null` until loaded, or for a kind without them.
 */
function useLayout(kind: KindWords | null): DebugProtobuf | null {
  const { read } = useLab()
  const [layout, setLayout] = useState<DebugProtobuf | null>(null)
  const query = kind === null ? '' : String(new URLSearchParams({ apiVersion: kind.apiVersion, kind: kind.kind }))
  useEffect(() => {
    if (query === '') return undefined
    let gone = false
    getJson<DebugProtobuf>(read, `/debug/protobuf?${query}`).then(
      (found) => {
        if (!gone) setLayout(found)
      },
      (error: unknown) => {
        // Without this endpoint fields are shown by number only.
        if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      },
    )
    return () => {
      gone = true
    }
  }, [read, query])
  return layout
}

/** Shows the bytes of a protobuf response next to the decoded fields. Hovering one side highlights the other. [BY2] */
export function BytesView({ bytes, framed }: { readonly bytes: Uint8Array; readonly framed: boolean }) {
  const bare = useMemo(() => decodeBytes(bytes, null, framed), [bytes, framed])
  const layout = useLayout(useMemo(() => wholeKind(bare.kind), [bare.kind]))
  const decoded = useMemo(
    () => (layout === null ? bare : decodeBytes(bytes, layout, framed)),
    [bare, bytes, layout, framed],
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const node = chosen === null ? undefined : decoded.nodes[chosen]
  const hex = useRef<WindowedHandle>(null)
  const choose = (index: number): void => {
    setChosen(index)
    hex.current?.reveal(Math.floor((decoded.nodes[index]?.start ?? 0) / rowBytes))
  }
  return (
    <div className={styles.view}>
      <p className={styles.head}>
        {bytesText(bytes.length)}, {countText(decoded.nodes.length, 'value')}
        {decoded.kind !== null && (
          <>
            {' of '}
            <code>
              {decoded.kind.apiVersion} {decoded.kind.kind}
            </code>
          </>
        )}
        {layout === null && '; the server has no field names for it, so fields are shown by number'}
        {decoded.problem !== null && <span className={styles.problem}> {decoded.problem}</span>}
      </p>
      <div className={styles.sides}>
        <div className={styles.hex}>
          <Windowed
            ref={hex}
            label="Bytes in hexadecimal"
            count={Math.ceil(bytes.length / rowBytes)}
            rowHeight={rowHeight}
            row={(row) => (
              <HexRow
                key={row}
                bytes={bytes}
                from={row * rowBytes}
                marked={node}
                onPoint={(at) => setChosen(innermost(decoded.nodes, at))}
              />
            )}
          />
        </div>
        <Tree nodes={decoded.nodes} chosen={chosen} onChoose={choose} />
      </div>
    </div>
  )
}

const wholeKind = (kind: KindWords | null): KindWords | null => (kind === null || kind.kind === '' ? null : kind)

/** Returns the index of the innermost value that contains a byte. */
function innermost(nodes: readonly WireNode[], at: number): number | null {
  const found = nodes.findLastIndex(({ start, end }) => start <= at && at < end)
  return found < 0 ? null : found
}

interface HexRowProps {
  readonly bytes: Uint8Array
  readonly from: number
  readonly marked: WireNode | undefined
  readonly onPoint: (at: number) => void
}

function HexRow({ bytes, from, marked, onPoint }: HexRowProps) {
  const row = [...bytes.subarray(from, from + rowBytes)]
  const isMarked = (at: number): boolean => marked !== undefined && marked.start <= at && at < marked.end
  return (
    <div className={styles.bytes} style={{ height: rowHeight }}>
      <span className={styles.offset}>{from.toString(16).padStart(5, '0')}</span>
      {row.map((byte, at) => (
        <span
          // The bytes of a row never change their order, so the index is a stable key.
          key={from + at}
          className={classes(isMarked(from + at) && styles.marked)}
          onPointerEnter={() => onPoint(from + at)}
        >
          {byte.toString(16).padStart(2, '0')}
        </span>
      ))}
      <span className={styles.ascii} style={{ gridColumn: rowBytes + 2 }}>
        {row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('')}
      </span>
    </div>
  )
}

interface TreeProps {
  readonly nodes: readonly WireNode[]
  readonly chosen: number | null
  readonly onChoose: (index: number) => void
}

/** Lists the values in byte order, indented by message. Arrow keys move between them. */
function Tree({ nodes, chosen, onChoose }: TreeProps) {
  const list = useRef<WindowedHandle>(null)
  const go = (index: number): void => {
    onChoose(index)
    list.current?.reveal(index)
  }
  return (
    <div
      className={styles.tree}
      role="listbox"
      aria-label="Values of the message"
      aria-activedescendant={chosen === null ? undefined : `wire-${chosen}`}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
        if (step === 0) return
        event.preventDefault()
        go(Math.max(0, Math.min(nodes.length - 1, (chosen ?? -1) + step)))
      }}
    >
      <Windowed
        ref={list}
        active={chosen ?? undefined}
        within="listbox"
        count={nodes.length}
        rowHeight={rowHeight}
        row={(index) => {
          const node = nodes[index]
          if (node === undefined) return null
          return (
            <div
              key={index}
              id={`wire-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={classes(styles.node, index === chosen && styles.marked)}
              style={{ height: rowHeight, paddingLeft: 12 + node.depth * 14 }}
              title={`${node.path}, bytes ${node.start} to ${node.end - 1}`}
              onPointerEnter={() => onChoose(index)}
            >
              <span className={styles.fieldNumber}>{node.number === 0 ? '' : node.number}</span>
              <b>{node.name}</b>
              <span className={styles.value}>{node.text}</span>
              <small>{node.type}</small>
            </div>
          )
        }}
      />
    </div>
  )
}
