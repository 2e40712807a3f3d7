import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { CompletionList } from './completion-list.tsx'
import { completePath } from './path-completion.ts'
import { createPathInput } from './path-input.ts'
import styles from './request-form.module.css'

interface PathFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
}

/** The path as a combobox: arrow keys select, Tab or Enter accepts, Enter without a selection sends. */
export function PathField({ value, onChange, onSubmit }: PathFieldProps) {
  const { hold } = partState(useLab(), createPathInput)
  const { listId, completions, chosen, close, type, onKeyDown } = useCompletion({ value, onChange, onSubmit })
  const shown = completions.length > 0
  return (
    <div className={styles.pathField}>
      <input
        ref={hold}
        className={styles.path}
        value={value}
        aria-label="Path"
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen < 0 ? undefined : `${listId}-${chosen}`}
        spellCheck={false}
        autoComplete="off"
        data-testid="request-path"
        onChange={(event) => type(event.target.value)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {shown && <CompletionList id={listId} completions={completions} chosen={chosen} onTake={onChange} />}
    </div>
  )
}

function useCompletion({ value, onChange, onSubmit }: PathFieldProps) {
  const objects = useStore(useLab().view)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const completions = useMemo(() => (open ? completePath(value, objects) : []), [open, value, objects])
  const take = (): boolean => {
    const completion = completions[chosen]
    if (completion === undefined) return false
    onChange(completion.path)
    setChosen(-1)
    return true
  }
  const close = (): boolean => {
    const wasOpen = completions.length > 0
    setOpen(false)
    return wasOpen
  }
  const step = (by: 1 | -1): boolean => {
    setOpen(true)
    const count = completions.length
    if (count > 0) setChosen((at) => (at < 0 ? (by === 1 ? 0 : count - 1) : (at + by + count) % count))
    return true
  }
  const submit = (): boolean => {
    setOpen(false)
    onSubmit()
    return true
  }
  /** Each handler returns whether it handled the key. */
  const keys: ReadonlyMap<string, () => boolean> = new Map([
    ['ArrowDown', () => step(1)],
    ['ArrowUp', () => step(-1)],
    ['Tab', take],
    ['Enter', () => take() || submit()],
    ['Escape', close],
  ])
  return {
    listId: useId(),
    completions,
    chosen,
    close,
    type(text: string) {
      setOpen(true)
      setChosen(-1)
      onChange(text)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.shiftKey || keys.get(event.key)?.() !== true) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
