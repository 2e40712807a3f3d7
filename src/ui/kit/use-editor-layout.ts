import { useEffect, useState } from 'react'
import type { EditorLayout, TextEditor } from '#editor/text-editor.ts'

/** Positions of the lines of an editor; `null` until the editor exists. */
export function useEditorLayout(editor: TextEditor | null): EditorLayout | null {
  const [layout, setLayout] = useState<EditorLayout | null>(null)
  useEffect(() => {
    if (editor === null) return undefined
    const end = editor.onLayout(setLayout)
    return () => {
      end()
      setLayout(null)
    }
  }, [editor])
  return layout
}
