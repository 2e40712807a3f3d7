import { useState } from 'react'
import { useStore } from 'zustand'
import { setSingleKeys, singleKeysOn } from '#ui/keyboard/dispatch.ts'
import { Button } from '#ui/kit/button.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import type { Theme } from '#ui/kit/theme-store.ts'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './pages.module.css'

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'Contrast' },
]

/** The settings of this browser, which apply to all clusters. [UPS6] */
export function SettingsPage() {
  const { theme, overlay } = useLab()
  const shown = useStore(theme)
  const [isSingle, setSingle] = useState(singleKeysOn)
  return (
    <dl className={styles.settings}>
      <dt>Colours</dt>
      <dd>
        <Segments
          label="Colours"
          choices={themes}
          value={shown}
          onChange={(value) => {
            const chosen = themes.find((each) => each.value === value)
            if (chosen !== undefined) theme.choose(chosen.value)
          }}
        />
      </dd>
      <dt>Keys</dt>
      <dd>
        <label>
          <input
            type="checkbox"
            checked={isSingle}
            onChange={({ target }) => {
              setSingle(target.checked)
              setSingleKeys(target.checked)
            }}
          />{' '}
          Keys without Ctrl or ⌘, such as <kbd>/</kbd> and <kbd>d</kbd>
        </label>
        <Button size="small" look="ghost" aria-haspopup="dialog" onClick={() => overlay.open('keys')}>
          All keys
        </Button>
      </dd>
      <dt>Field manager</dt>
      <dd>
        <FieldManager />
      </dd>
      <dt>This cluster</dt>
      <dd>
        <Button size="small" aria-haspopup="dialog" onClick={() => overlay.open('reset')}>
          Reset…
        </Button>
      </dd>
    </dl>
  )
}

/** The name under which the page owns the fields that it writes; an empty one is not taken. */
function FieldManager() {
  const manager = partState(useLab(), createFieldManager)
  const { name } = useStore(manager)
  const [text, setText] = useState(name)
  return (
    <>
      <input
        className={styles.name}
        aria-label="Field manager of this page"
        spellCheck={false}
        maxLength={128}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          if (target.value.trim() !== '') manager.rename(target.value.trim())
        }}
        onBlur={() => setText(manager.getState().name)}
      />
      <small>The name under which this page owns the fields that it writes.</small>
    </>
  )
}
