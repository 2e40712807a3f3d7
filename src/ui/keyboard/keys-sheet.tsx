import { useState } from 'react'
import type { WriteVerb } from '#facts/fact.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { type GlyphMark, MiniGlyph } from '#ui/kit/glyph.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { chordText } from './chord.ts'
import type { Command, CommandSection } from '#ui/lab/command.ts'
import { allCommands } from './commands.ts'
import { setSingleKeys, singleKeysOn } from './dispatch.ts'
import styles from './keys-sheet.module.css'

const sections: readonly CommandSection[] = ['Everywhere', 'Time', 'Objects', 'Work', 'Room', 'Panels']
const verbs: readonly WriteVerb[] = ['create', 'update', 'patch', 'apply', 'delete']

const mark = (verb: WriteVerb, person: GlyphMark['person'] = 'loop'): GlyphMark => ({
  verb,
  pending: false,
  hue: kindHue('Deployment'),
  person,
})

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

function Legend() {
  return (
    <section>
      <h3>On the rail</h3>
      <ul>
        {verbs.map((verb) => (
          <li key={verb} className={styles.legend}>
            <MiniGlyph mark={mark(verb)} k={1} box={18} />
            <span>{verb === 'delete' ? 'delete; one stroke: requested, waiting for finalizers' : verb}</span>
          </li>
        ))}
        <li className={styles.legend}>
          <MiniGlyph mark={mark('patch', 'you')} k={0.9} box={18} rings />
          <span>by you</span>
        </li>
        <li className={styles.legend}>
          <MiniGlyph mark={mark('patch', 'other')} k={0.9} box={18} rings />
          <span>by other people; controllers have no ring</span>
        </li>
      </ul>
    </section>
  )
}

/** Lists all keys and the meaning of the rail's marks, from the table of commands. [KB1] */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  const lab = useLab()
  const [isSingle, setSingle] = useState(singleKeysOn)
  const commands = allCommands(lab).filter(({ keys }) => keys.length > 0)
  return (
    <Sheet label="Keyboard" onClose={onClose} className={styles.sheet}>
      <SheetHead title="Keyboard" note="all commands that have a key" onClose={onClose} />
      {/* A scrollable box must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.grid} tabIndex={0} role="group" aria-label="Keys by subject">
        {sections.map((title) => (
          <Section key={title} title={title} commands={commands.filter(({ section }) => section === title)} />
        ))}
        <Legend />
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
