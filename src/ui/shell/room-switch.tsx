import { useStore } from 'zustand'
import { labRoom } from '#ui/lab/room.ts'
import { useLab } from '#ui/lab/use-lab.ts'

/** Links to the rooms: in the header, and at the bottom of a narrow page. */
export function RoomSwitch({ className }: { readonly className: string | undefined }) {
  const { parts, rooms, goTo } = useLab()
  const open = useStore(rooms, (state) => state.open)
  return (
    <nav className={className} aria-label="Rooms">
      {[{ id: labRoom, title: 'Lab' }, ...parts.rooms].map(({ id, title }) => (
        <a
          key={id}
          href={id === labRoom ? './' : `./?room=${id}`}
          aria-current={open === id ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            goTo(id)
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
