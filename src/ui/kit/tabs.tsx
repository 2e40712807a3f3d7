import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { Count, classes } from './button.tsx'
import styles from './tabs.module.css'

export interface Tab {
  readonly id: string
  readonly title: string
  readonly count?: number | null
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Prefix of the ids of the tab panels; the tab's id follows. */
  readonly panelId: string
  readonly look?: 'head' | 'dock'
  /** True while the panel of the open tab is not rendered. */
  readonly isFolded?: boolean
  /** A control directly after the tabs, such as a menu of further tabs. */
  readonly more?: ReactNode
  /** Buttons that stay in the row of the tabs, also where the tools have a row of their own. */
  readonly beside?: ReactNode
  /** Buttons at the right end. */
  readonly children?: ReactNode
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A row of tabs: one tab stop, arrow keys inside, and the open tab follows the focus. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  panelId,
  look = 'head',
  isFolded = false,
  more,
  beside,
  children,
}: TabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    const at = tabs.findIndex((tab) => tab.id === selected)
    if (step === undefined || at < 0) return
    event.preventDefault()
    event.stopPropagation()
    const next = tabs[step(at, tabs.length)]
    if (next === undefined) return
    onSelect(next.id)
    document.getElementById(`${panelId}-${next.id}-tab`)?.focus()
  }
  return (
    <div className={classes(styles.bar, look === 'dock' && styles.dock, isFolded && styles.isFolded)}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown} tabIndex={-1}>
        {tabs.map(({ id, title, count = null }) => (
          <TabButton
            key={id}
            {...{ id, title, count, panelId, onSelect }}
            isSelected={id === selected}
            hasPanel={id === selected && !isFolded}
          />
        ))}
      </div>
      {more !== undefined && <div className={styles.more}>{more}</div>}
      {beside !== undefined && <div className={styles.beside}>{beside}</div>}
      <div className={styles.tools}>{children}</div>
    </div>
  )
}

interface TabButtonProps extends Pick<TabsProps, 'onSelect' | 'panelId'> {
  readonly id: string
  readonly title: string
  readonly count: number | null
  readonly isSelected: boolean
  readonly hasPanel: boolean
}

/** One tab: when a count changes, the others are not drawn again. [PF5] */
const TabButton = memo(function TabButton(props: TabButtonProps) {
  const { id, title, count, isSelected, hasPanel, panelId, onSelect } = props
  return (
    <button
      type="button"
      role="tab"
      id={`${panelId}-${id}-tab`}
      aria-selected={isSelected}
      aria-controls={hasPanel ? `${panelId}-${id}` : undefined}
      tabIndex={isSelected ? 0 : -1}
      className={styles.tab}
      onClick={() => onSelect(id)}
    >
      {title}
      {count !== null && <Count>{count}</Count>}
    </button>
  )
})
