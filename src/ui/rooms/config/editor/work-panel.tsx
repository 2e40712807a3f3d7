import { useStore } from 'zustand'
import { Button, classes } from '#ui/kit/button.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { vocabularyOf } from '#ui/model/names/vocabulary.ts'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { FileMenu } from '#ui/rooms/config/files/file-menu.tsx'
import { ConfigEditor } from './config-editor.tsx'
import { EmptyFile } from './empty-file.tsx'
import { openFixes } from '#ui/rooms/config/state/editor-handle.ts'
import { download, inOurSpelling, openDisk, pickFile } from '#ui/rooms/config/state/file-actions.ts'
import { type ConfigFile, fileOf } from '#ui/rooms/config/state/files.ts'
import { countChanges } from '#ui/texts/line-diff.ts'
import { Microscope } from './microscope.tsx'
import { runningOf, type Steps, stepsOf, textOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './work.module.css'

/** The open file and its progress: draft, check, reload. */
export function WorkPanel() {
  const lab = useLab()
  const file = fileOf(useRoomState((state) => state.file))
  const isEmpty = useRoomState((state) => textOf(state, file.id) === '' && state.drafts[file.id] === undefined)
  const isKnown = useRoomState((state) => state.running !== null || state.failure !== '')
  const isInspected = useRoomState((state) => state.inspected !== null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      id="work"
      tabIndex={-1}
      className={styles.work}
      aria-label="Editor"
      data-region="work"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        // Prevents the Lab from importing dropped files as manifests.
        event.preventDefault()
        event.stopPropagation()
        void openDisk(lab, event.dataTransfer.files)
      }}
    >
      <div className={styles.bar}>
        <FileMenu className={styles.onlyMiddle ?? ''} />
        <Progress file={file} />
        <Tools file={file} />
      </div>
      <Spelling file={file} />
      <Refused file={file} />
      {isEmpty ? (
        isKnown ? (
          <EmptyFile file={file} />
        ) : (
          <p className={styles.waiting} role="status">
            Loading the running files…
          </p>
        )
      ) : (
        <ConfigEditor key={file.id} id={file.id} name={file.name} />
      )}
      {isInspected && !isEmpty && <Microscope />}
    </main>
  )
}

/** Draft, Check, Reload: shows the progress of the text. */
function Progress({ file: { id } }: { readonly file: ConfigFile }) {
  const { diff } = useRoom()
  const state = useRoomState((all) => all)
  const { isDraft, errors, mayReload } = stepsOf(state, id)
  const changes = isDraft ? countChanges(diff(runningOf(state, id)?.text ?? '', textOf(state, id))) : 0
  return (
    <ol className={styles.flow} aria-label="Progress" data-testid="config-progress">
      <li className={styles.isOn} aria-current={isDraft && errors > 0 ? 'step' : undefined}>
        <b>Draft</b> {isDraft ? countText(changes, 'change') : 'unchanged'}
      </li>
      <li className={classes(errors > 0 && styles.isBad, isDraft && errors === 0 && styles.isOn)}>
        <b>Check</b> {checkWords(stepsOf(state, id))}
      </li>
      <li className={classes(mayReload && styles.isOn)} aria-current={mayReload ? 'step' : undefined}>
        <b>Reload</b>
      </li>
    </ol>
  )
}

/** `2 problems, 1 warning` */
function checkWords({ isDraft, errors, warnings }: Steps): string {
  const found = [errors > 0 && countText(errors, 'problem'), warnings > 0 && countText(warnings, 'warning')]
  const words = found.filter((each) => each !== false).join(', ')
  return words === '' && isDraft ? 'no problems' : words
}

function Tools({ file: { id, name } }: { readonly file: ConfigFile }) {
  const lab = useLab()
  const room = useRoom()
  const { store } = room
  const state = useRoomState((all) => all)
  const { mayReload, why, isDraft } = stepsOf(state, id)
  const text = textOf(state, id)
  const isRunning = (runningOf(state, id)?.text ?? null) !== null
  return (
    <div className={styles.tools}>
      <Button look="ghost" size="small" className={styles.onlyNarrow} onClick={() => store.openDrawer('try')}>
        Try it
      </Button>
      <MenuButton
        look="ghost"
        size="small"
        menuLabel="File"
        sections={[
          {
            items: [
              { id: 'open', label: 'Open from disk…', run: () => pickFile(lab) },
              { id: 'flags', label: 'From flags…', run: () => store.openFlags() },
              ...(text === '' ? [] : [{ id: 'download', label: `Download ${name}`, run: () => download(name, text) }]),
            ],
          },
          {
            items: [
              ...(isDraft ? [{ id: 'discard', label: 'Discard the draft', run: () => discard(room, id) }] : []),
              ...(isRunning
                ? [{ id: 'remove', label: 'Run without this file', run: () => void room.reload(id, null) }]
                : []),
            ],
          },
        ]}
      >
        File
      </MenuButton>
      <Button
        size="small"
        icon="bolt"
        aria-keyshortcuts="Control+. Meta+."
        disabled={state.checks[id].diagnostics.length === 0}
        onClick={() => openFixes(room)}
      >
        <span className={styles.wide}>Quick fix</span> <kbd aria-hidden="true">{chordText('Mod+.')}</kbd>
      </Button>
      <Button
        size="small"
        look="primary"
        disabled={!mayReload}
        title={mayReload ? 'Put the draft in force' : why}
        onClick={() => void room.reload(id, text)}
      >
        {state.isReloading ? 'Reloading…' : 'Reload'}
      </Button>
    </div>
  )
}

function discard({ store, setText }: ReturnType<typeof useRoom>, id: ConfigFile['id']): void {
  setText(id, runningOf(store.getState(), id)?.text ?? '')
}

/** A notice for a file in the original's spelling, which is understood and can be converted, in a cluster with other names. */
function Spelling({ file: { id } }: { readonly file: ConfigFile }) {
  const room = useRoom()
  const vocabulary = useStore(useLab().objects, vocabularyOf)
  const isOriginal = useRoomState((state) => state.checks[id].dialect === 'kubernetes')
  const text = useRoomState((state) => textOf(state, id))
  if (!isOriginal || vocabulary === 'kubernetes') return null
  return (
    <div className={styles.notice} role="status">
      <span>This file uses Kubernetes’ spelling. It is read and checked as a Kubernetes API server does it.</span>
      <Button size="small" onClick={() => room.setText(id, inOurSpelling(text))}>
        Convert to v1beta1 of apiserver.orch.io
      </Button>
    </div>
  )
}

/** The server's message for a reload that it refused. */
function Refused({ file: { id } }: { readonly file: ConfigFile }) {
  const { store } = useRoom()
  const outcome = useRoomState((state) => state.outcomes[id])
  const failure = useRoomState((state) => state.failure)
  const isRunning = useRoomState((state) => (runningOf(state, id)?.text ?? null) !== null)
  if (failure !== '') {
    return (
      <div className={styles.refused} role="alert">
        <p>
          <b>The server can’t be reached.</b> The draft is kept in this browser.
        </p>
        <code>{failure}</code>
      </div>
    )
  }
  if (outcome === undefined) return null
  if (outcome.isInForce) {
    return (
      <div className={styles.inForce} role="status">
        <Icon name="check" size={14} /> In force from the next request on.
      </div>
    )
  }
  return (
    <div className={styles.refused} role="alert">
      <p>
        <b>Reload refused.</b>{' '}
        {isRunning ? 'The last good file stays in force.' : 'The server continues without this file.'}
        <Button look="ghost" size="small" onClick={() => store.showDock('log')}>
          Reload log
        </Button>
      </p>
      <code>{outcome.message}</code>
    </div>
  )
}
