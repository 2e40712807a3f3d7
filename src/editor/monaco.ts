// The whole of Monaco that we use; reached only through the dynamic import in load-editor.ts, so that it is a chunk of its own.
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker'
import * as monaco from 'monaco-editor/editor'
// All features: a chosen few do not name the services of others that they need, and fail when they run.
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/yaml/register'
import 'monaco-editor/languages/features/json/register'

self.MonacoEnvironment = {
  getWorker: (_id: string, language: string) => (language === 'json' ? new JsonWorker() : new EditorWorker()),
}

export { monaco }
