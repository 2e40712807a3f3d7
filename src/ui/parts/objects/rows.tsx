import { memo, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { Count, classes } from '#ui/kit/button.tsx'
import { fadeOut } from '#ui/kit/fade-out.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { KindSquare, OwnerLetter } from '#ui/kit/text.tsx'
import { MiniGlyph } from '#ui/kit/glyph.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import { LongName } from '#ui/kit/long-name.tsx'
import { toApiVersion } from '#api/group-version-resource.ts'
import { finalizersOf } from '#ui/model/life.ts'
import { lastManager } from './last-manager.ts'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { ageText, countText } from '#ui/model/words.ts'
import { useLab, useShownText } from '#ui/lab/use-lab.ts'
import type { TreeRow } from './object-rows.ts'
import styles from './objects.module.css'

interface KindRowProps {
  readonly row: Extract<TreeRow, { type: 'kind' }>
  readonly index: number
  readonly isActive: boolean
  readonly onToggle: (id: string) => void
}

/** A kind with its count; a click opens or folds it. */
export const KindRow = memo(function KindRow({ row, index, isActive, onToggle }: KindRowProps) {
  const { resource, count, isOpen, state } = row
  return (
    // The treegrid handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      tabIndex={-1}
      id={`tree-${index}`}
      aria-level={1}
      aria-expanded={isOpen}
      className={classes(styles.row, styles.kind, isActive && styles.isActive)}
      onClick={() => onToggle(resource.id)}
    >
      <span role="gridcell">
        <i className={styles.chevron}>
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
        </i>
        <KindSquare kind={resource.kind} group={resource.group} />
        {resource.kind}
        <Count>{count}</Count>
      </span>
      <span role="gridcell" className={styles.group}>
        {state === 'lost' ? 'watch is being reopened' : toApiVersion(resource)}
      </span>
    </div>
  )
})

function Age({ object }: { readonly object: ApiObject }) {
  const created = Date.parse(object.metadata.creationTimestamp ?? '')
  const age = useShownText((nowMs) => (Number.isNaN(created) ? '' : ageText(created, nowMs)))
  return (
    <span role="gridcell" className={styles.age}>
      {age}
    </span>
  )
}

function Manager({ object }: { readonly object: ApiObject }) {
  const managerMark = useManagerMark(object)
  const { cluster } = useLab()
  const written = useStore(cluster, (state) => state.lastWrites.get(object.metadata.uid ?? '')?.manager)
  const name = lastManager(object) ?? written
  return (
    <span role="gridcell" className={styles.manager}>
      {name !== undefined && name !== '' && <OwnerLetter {...managerMark(name)} name={name} />}
    </span>
  )
}

const flashMs = 1200
const stillMotion = '(prefers-reduced-motion: reduce)'

/**
 * Highlights a changed row. The highlight fades; with reduced motion it stays and then disappears. A layer of its own fades,
 * which the compositor does alone: for a fading background the page computes styles in each frame. [PF5]
 *
 * With reduced motion an attribute is set instead of an animation between two equal colours: Chromium runs such an
 * animation as a composited background-colour animation, which crashed the renderer of Chromium 156 on a busy machine.
 */
function useFlash(uid: string) {
  const changed = useStore(useLab().objects, (state) => state.changedAt.get(uid))
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = ref.current
    if (row === null || changed === undefined || performance.now() - changed > flashMs) return undefined
    if (!matchMedia(stillMotion).matches) {
      const flash = row.querySelector(`.${styles.flash}`)
      // Also ended when the row leaves the page: Chromium goes on drawing frames for the animation of such an element.
      return flash === null ? undefined : fadeOut(flash, flashMs)
    }
    row.dataset.changed = ''
    const timer = setTimeout(() => delete row.dataset.changed, flashMs)
    return () => {
      clearTimeout(timer)
      delete row.dataset.changed
    }
  }, [changed])
  return ref
}

interface ObjectRowProps {
  readonly row: Extract<TreeRow, { type: 'object' }>
  readonly index: number
  readonly isActive: boolean
  readonly isSelected: boolean
  /** True when all namespaces are shown, so that the row includes its namespace. */
  readonly showNamespace: boolean
  readonly onSelect: (row: Extract<TreeRow, { type: 'object' }>) => void
}

/** One object: name, resourceVersion, age, last manager. */
export const ObjectRow = memo(function ObjectRow(props: ObjectRowProps) {
  const { row, index, isActive, isSelected, showNamespace, onSelect } = props
  const { object, resource, place, count } = row
  const { metadata } = object
  const hue = kindHue(resource.kind, resource.group)
  const isTerminating = metadata.deletionTimestamp !== undefined
  const flash = useFlash(metadata.uid ?? '')
  return (
    // The treegrid handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={flash}
      role="row"
      tabIndex={-1}
      id={`tree-${index}`}
      aria-level={2}
      aria-posinset={place}
      aria-setsize={count}
      aria-selected={isSelected}
      data-object={`${resource.kind}/${metadata.name ?? ''}`}
      style={{ ['--kind' as string]: hue }}
      className={classes(
        styles.row,
        isActive && styles.isActive,
        isSelected && styles.isSelected,
        isTerminating && styles.isTerminating,
      )}
      onClick={() => onSelect(row)}
    >
      <span role="gridcell" className={styles.name} title={metadata.name}>
        <LongName name={metadata.name ?? ''} className={styles.label} />
        {isTerminating && (
          <>
            <MiniGlyph mark={{ verb: 'delete', pending: true, hue, person: 'loop' }} k={0.75} />
            <span className={styles.holders}>{holdersText(object)}</span>
          </>
        )}
        {showNamespace && !isTerminating && <span className={styles.namespace}>{metadata.namespace}</span>}
      </span>
      <span role="gridcell" className={styles.number}>
        {metadata.resourceVersion}
      </span>
      <Age object={object} />
      <Manager object={object} />
      <i className={styles.flash} aria-hidden="true" />
    </div>
  )
})

/** Counts the remaining finalizers of an object in deletion. */
const holdersText = (object: ApiObject): string => countText(finalizersOf(object).length, 'holder')
