import { monaco } from './monaco.ts'
import { type EditorLanguage, sharedOptions } from './text-editor.ts'

export interface DiffEditor {
  setTexts(before: string, after: string): void
  setSideBySide(sideBySide: boolean): void
  dispose(): void
}

interface Models {
  readonly original: monaco.editor.ITextModel
  readonly modified: monaco.editor.ITextModel
}

/**
 * Disposes models that are no longer shown. Monaco cancels a comparison of them by a timer; if they went before that, its
 * worker would not find them and an error would be thrown.
 */
function disposeLater(models: Models | null): void {
  setTimeout(() => {
    models?.original.dispose()
    models?.modified.dispose()
  })
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
  let models: Models | null = null
  // The diff editor loses the accessible names of its sides on every layout, also when it changes to one column by itself.
  const nameSides = (): void => {
    diff.getOriginalEditor().updateOptions({ ariaLabel: `${options.label}, before` })
    diff.getModifiedEditor().updateOptions({ ariaLabel: `${options.label}, after` })
  }
  nameSides()
  for (const side of [diff.getOriginalEditor(), diff.getModifiedEditor()]) side.onDidLayoutChange(nameSides)
  return {
    setTexts(beforeText, afterText) {
      const old = models
      // New models, because Monaco keeps regions unfolded that were visible before a change of the text.
      models = {
        original: monaco.editor.createModel(beforeText, options.language),
        modified: monaco.editor.createModel(afterText, options.language),
      }
      diff.setModel(models)
      diff.revealFirstDiff()
      disposeLater(old)
    },
    setSideBySide(sideBySide) {
      diff.updateOptions({ renderSideBySide: sideBySide })
      nameSides()
    },
    dispose() {
      diff.dispose()
      disposeLater(models)
    },
  }
}
