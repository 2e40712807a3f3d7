import { type ButtonHTMLAttributes, type ReactNode, type Ref, useRef } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Use `primary` at most once in a region. */
  readonly look?: 'plain' | 'ghost' | 'primary' | 'live'
  readonly size?: 'normal' | 'small'
  readonly icon?: IconName
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** Joins class names and skips absent ones. */
export const classes = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== false && name !== '').join(' ')

/** A button with a text label. */
export function Button({ look = 'plain', size = 'normal', icon, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(styles.button, look !== 'plain' && styles[look], size === 'small' && styles.small, className)}
      {...rest}
    >
      {icon !== undefined && <Icon name={icon} size={size === 'small' ? 12 : 16} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'look'> {
  readonly icon: IconName
  /** The accessible name; also shown as a tooltip. */
  readonly label: string
  /** Size of the icon in pixels. Default: 16. */
  readonly iconSize?: number
}

/** A button that shows only an icon. It always has an accessible name. */
export function IconButton({ icon, label, size = 'normal', iconSize = 16, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(styles.button, styles.icon, size === 'small' && styles.small, className)}
      {...rest}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  )
}

interface FileButtonProps {
  /** The accessible name of the file that is chosen. */
  readonly label: string
  /** Types and endings of the files that are offered. Default: all. */
  readonly accept?: string
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

/** A small button that lets the person choose a file. The same file can be chosen again. */
export function FileButton({ label, accept, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" look="ghost" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}

/** A small, subdued number next to a word. */
export function Count({ children }: { readonly children: ReactNode }) {
  return <span className={styles.count}>{children}</span>
}
