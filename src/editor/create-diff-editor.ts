import { monaco } from './monaco.ts'
import { type EditorLanguage, sharedOptions } from './text-editor.ts'

export interface DiffEditor {
  setTexts(before: string, after: string): void
  setSideBySide(sideBySide: boolean): void
  dispose(): void
}

/** Creates a read-only diff editor. Removed text has the background of the past, added text that of Live. */
export function createDiffEditor(
  host: HTMLElement,
  options: { readonly language: EditorLanguage; readonly label: string; readonly sideBySide: boolean },
): DiffEditor {
  const diff = monaco.editor.createDiffEditor(host, {
    ...sharedOptions,
    readOnly: true,
    renderSideBySide: options.sideBySide,
    useInlineViewWhenSpaceIsLimited: true,
    renderSideBySideInlineBreakpoint: 560,
    renderOverviewRuler: false,
    hideUnchangedRegions: { enabled: true, contextLineCount: 3 },
  })
  const before = monaco.editor.createModel('', options.language)
  const after = monaco.editor.createModel('', options.language)
  diff.setModel({ original: before, modified: after })
  // The diff editor loses the accessible names of its sides on every layout.
  const nameSides = (): void => {
    diff.getOriginalEditor().updateOptions({ ariaLabel: `${options.label}, before` })
    diff.getModifiedEditor().updateOptions({ ariaLabel: `${options.label}, after` })
  }
  nameSides()
  return {
    setTexts(beforeText, afterText) {
      before.setValue(beforeText)
      after.setValue(afterText)
    },
    setSideBySide(sideBySide) {
      diff.updateOptions({ renderSideBySide: sideBySide })
      nameSides()
    },
    dispose() {
      diff.dispose()
      before.dispose()
      after.dispose()
    },
  }
}
