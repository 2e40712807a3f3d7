import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { chordText } from './chord.ts'
import type { Command, CommandSection } from '#ui/lab/command.ts'
import { allCommands, isOfRoom } from './commands.ts'
import { setSingleKeys, singleKeysOn } from './dispatch.ts'
import styles from './keys-sheet.module.css'

const sections: readonly CommandSection[] = ['Everywhere', 'Time', 'Objects', 'Work', 'Room', 'Panels']
/** Returns the rows of the sheet: commands with the same `row` share one. */
function sheetLines(
  commands: readonly Command[],
): readonly { readonly words: string; readonly keys: readonly string[] }[] {
  const lines = new Map<string, string[]>()
  for (const { row, title, keys } of commands) {
    const words = row ?? title
    lines.set(words, [...(lines.get(words) ?? []), ...keys])
  }
  return [...lines].map(([words, keys]) => ({ words, keys }))
}

function Section({ title, commands }: { readonly title: string; readonly commands: readonly Command[] }) {
  if (commands.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {sheetLines(commands).map(({ words, keys }) => (
          <li key={words}>
            <span className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key}>{chordText(key)}</kbd>
              ))}
            </span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface KeysSheetProps {
  /** Sections with the meaning of the rail's marks. */
  readonly legend: ReactNode
  readonly onClose: () => void
}

/** Lists all keys, from the table of commands, and the meaning of the rail's marks. [KB1] */
export function KeysSheet({ legend, onClose }: KeysSheetProps) {
  const lab = useLab()
  const [isSingle, setSingle] = useState(singleKeysOn)
  // Follows the views, too: the code of the open room may still be on its way.
  const { open: room } = useStore(lab.rooms)
  const commands = allCommands(lab).filter((command) => command.keys.length > 0 && isOfRoom(command, room))
  return (
    <Sheet label="Keyboard" onClose={onClose} className={styles.sheet}>
      <SheetHead
        title="Keyboard and legend"
        note="all commands that have a key, all marks of the rail"
        onClose={onClose}
      />
      {/* A scrollable box must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.grid} tabIndex={0} role="group" aria-label="Keys by subject">
        <div className={styles.commands}>
          {sections.map((title) => (
            <Section key={title} title={title} commands={commands.filter(({ section }) => section === title)} />
          ))}
        </div>
        <div className={styles.legend}>{legend}</div>
      </div>
      <footer className={styles.foot}>
        <label>
          <input
            type="checkbox"
            checked={isSingle}
            onChange={({ target }) => {
              setSingleKeys(target.checked)
              setSingle(target.checked)
            }}
          />
          Single keys
        </label>
        <span className={styles.note}>off while you type</span>
        <Button onClick={() => lab.overlay.open('palette')}>
          Commands <kbd>{chordText('Mod+k')}</kbd>
        </Button>
      </footer>
    </Sheet>
  )
}
