import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { classes, IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Splitter } from '#ui/kit/splitter.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { clampSize, type Region as RegionName, regionBounds, workMin } from '#ui/model/layout.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import own from './region.module.css'
import styles from './shell.module.css'

const places = {
  objects: { orientation: 'vertical', direction: 1, style: { right: -5 } },
  inspector: { orientation: 'vertical', direction: -1, style: { left: -4 } },
  dock: { orientation: 'horizontal', direction: -1, style: { top: -4 } },
} as const

const titles = { objects: 'Objects', inspector: 'Inspector', dock: 'Dock' } as const

/** Returns the pixels that a region may take without shrinking the work area below its minimum size. */
function available(region: RegionName, other: number): number {
  return region === 'dock' ? innerHeight - 48 - 64 - 160 : innerWidth - other - workMin
}

/** The rest of a folded column: a button that unfolds it. [UI23] */
function Handle({ name }: { readonly name: 'objects' | 'inspector' }) {
  const { layout } = useLab()
  const label = `Show ${titles[name].toLowerCase()}`
  return (
    <div className={classes(styles.region, styles[name])} data-region={name} data-place={name}>
      <button
        type="button"
        className={own.handle}
        data-column={name}
        aria-label={label}
        aria-expanded={false}
        title={`${label} (${chordText(name === 'objects' ? 'Mod+b' : 'Mod+i')})`}
        onClick={() => layout.toggleFold(name)}
      >
        <Icon name={name === 'objects' ? 'right' : 'left'} size={12} />
        <span>{titles[name]}</span>
      </button>
    </div>
  )
}

interface RegionProps {
  readonly name: RegionName
  readonly children: ReactNode
}

/** A region next to the work area: it can be resized and folded; on narrow pages it floats as a drawer or a sheet. */
export function Region({ name, children }: RegionProps) {
  const { layout } = useLab()
  const size = useStore(layout, (state) => state[name])
  const other = useStore(layout, (state) => (name === 'objects' ? state.inspector : state.objects))
  const isFolded = useStore(layout, (state) => state.folded[name])
  const isOpen = useStore(layout, (state) => state.drawer === name)
  const isNarrow = useNarrow(900)
  const floats = useNarrow(1179) && (name === 'inspector' || (name === 'objects' && isNarrow))
  if (isFolded && !floats && name !== 'dock') return <Handle name={name} />
  const room = available(name, other)
  const close = () => layout.closeDrawer()
  return (
    <div
      className={classes(styles.region, styles[name])}
      data-place={name}
      data-open={isOpen ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen && !event.defaultPrevented) close()
      }}
      role="presentation"
    >
      {children}
      {!isFolded && !floats && !isNarrow && (
        <Splitter
          label={`Size of ${titles[name]}`}
          {...places[name]}
          size={size}
          min={regionBounds[name].min}
          max={Math.max(regionBounds[name].min, Math.min(regionBounds[name].max, room))}
          onSize={(wanted) => layout.setSize(name, clampSize(name, wanted, room))}
          onReset={() => layout.resetSize(name)}
          onFold={() => layout.toggleFold(name)}
        />
      )}
      {floats && isOpen && name === 'inspector' && (
        <IconButton
          icon="x"
          iconSize={14}
          size="small"
          className={styles.close}
          label={`Close ${titles[name].toLowerCase()}`}
          onClick={close}
        />
      )}
    </div>
  )
}
