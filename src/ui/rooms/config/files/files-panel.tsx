import { IconButton } from '#ui/kit/button.tsx'
import { clockText } from '#ui/model/words.ts'
import { type ConfigFile, configFiles, lessonFileName } from '#ui/rooms/config/state/files.ts'
import { runningOf } from '#ui/rooms/config/state/room-store.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import { PolicyList } from '#ui/rooms/config/policies/policy-list.tsx'
import { FileButton } from './file-button.tsx'
import styles from './files.module.css'

/** The four files, the state of their drafts, and the running versions. */
export function FilesPanel() {
  const { store } = useRoom()
  const drawer = useRoomState((state) => state.drawer)
  return (
    <nav
      className={styles.files}
      aria-label="Configuration files"
      data-region="objects"
      data-open={drawer === 'files' ? '' : undefined}
    >
      <div className={styles.head}>
        <h2>Files</h2>
        <span className={styles.version} title="Version of the files' groups">
          v1beta1
        </span>
        {drawer === 'files' && <IconButton icon="x" size="small" label="Close" onClick={() => store.closeDrawer()} />}
      </div>
      <ul>
        {configFiles.map((file) => (
          <li key={file.id}>
            <FileRow file={file} />
          </li>
        ))}
      </ul>
      <PolicyList />
      <h3 className={styles.heading}>Lessons</h3>
      <LessonRow />
      <h3 className={styles.heading}>Running now</h3>
      <dl className={styles.running}>
        {configFiles.map((file) => (
          <Running key={file.id} file={file} />
        ))}
      </dl>
      <p className={styles.say}>Editing never touches the running server. A failed reload keeps the last good file.</p>
    </nav>
  )
}

function FileRow({ file: { id, name } }: { readonly file: ConfigFile }) {
  const { store } = useRoom()
  const isOpen = useRoomState((state) => state.file === id && state.object === null && !state.isLesson)
  const isDraft = useRoomState((state) => state.drafts[id] !== undefined)
  const errors = useRoomState((state) => state.checks[id].errorCount)
  const open = () => {
    store.openFile(id)
    store.closeDrawer()
  }
  return <FileButton name={name} isOpen={isOpen} errors={errors} mark={isDraft ? 'draft' : undefined} onOpen={open} />
}

/** The file of a lesson. */
function LessonRow() {
  const { store } = useRoom()
  const isOpen = useRoomState((state) => state.isLesson)
  return <FileButton name={lessonFileName} isOpen={isOpen} onOpen={() => store.openLesson()} />
}

/** Shows since when a file is in force, or what applies without it. */
function Running({ file: { id, without } }: { readonly file: ConfigFile }) {
  const running = useRoomState((state) => runningOf(state, id))
  const words =
    running === undefined
      ? 'loading'
      : running.text === null
        ? 'no file'
        : running.loadedMs === 0
          ? 'since start'
          : `since ${clockText(running.loadedMs)}`
  return (
    <div>
      <dt>{id}</dt>
      <dd title={running?.text === null ? without : undefined}>{words}</dd>
    </div>
  )
}
