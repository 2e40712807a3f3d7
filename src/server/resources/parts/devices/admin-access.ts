import { type FieldError, type FieldPath, child, forbidden, index } from '#api/field-error.ts'
import { own } from '#api/json.ts'

const label = 'resource.orch.io/admin-access'

/** Requires the admin access label of the namespace if one of `items` requests admin access. [DRA9] */
export async function validateAdminAccess(
  items: readonly (boolean | undefined)[],
  path: FieldPath,
  labels: () => Promise<Readonly<Record<string, string>>>,
): Promise<readonly FieldError[]> {
  const at = items.indexOf(true)
  if (at < 0 || own(await labels(), label) === 'true') return []
  const text = `admin access to devices requires the \`${label}: true\` label on the containing namespace`
  return [forbidden(child(index(path, at), 'adminAccess'), text)]
}
