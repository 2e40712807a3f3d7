import { Icon } from '#ui/kit/icon.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { partsOfKey } from '#ui/rooms/config/policy-state/policy-items.ts'
import { usePolicyItems } from '#ui/rooms/config/policy-state/use-policy-items.ts'
import { configFiles, fileOf, lessonFileName } from '#ui/rooms/config/state/files.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'

/** On narrow pages the list of files is a menu. */
export function FileMenu({ className }: { readonly className: string }) {
  const { store } = useRoom()
  const file = useRoomState((state) => state.file)
  const isLesson = useRoomState((state) => state.isLesson)
  const object = useRoomState((state) => state.object)
  const items = usePolicyItems()
  return (
    <MenuButton
      look="ghost"
      size="small"
      className={className}
      menuLabel="Files"
      chosen={[isLesson ? 'lesson' : (object ?? file)]}
      sections={[
        {
          items: [
            ...configFiles.map(({ id, name }) => ({
              id,
              label: name,
              run: () => store.openFile(id),
            })),
            { id: 'running', label: 'Running version…', run: () => store.openDrawer('files') },
          ],
        },
        {
          heading: 'Schemas and policies',
          items: [
            ...items.map(({ key, name, kind }) => ({
              id: key,
              label: name,
              note: kind,
              run: () => store.openObject(key),
            })),
            { id: 'list', label: 'All, and new ones…', run: () => store.openDrawer('files') },
          ],
        },
        { heading: 'Lessons', items: [{ id: 'lesson', label: lessonFileName, run: () => store.openLesson() }] },
      ]}
    >
      <Icon name="file" size={14} />{' '}
      {isLesson ? lessonFileName : object === null ? fileOf(file).name : partsOfKey(object)?.name}
    </MenuButton>
  )
}
