import '../../public/cell.js'

/** A page that has the element from a bundle, as users of the package do; the address names the host. */
for (const host of new URLSearchParams(location.search).getAll('host')) {
  const cell = document.createElement('lab-cell')
  cell.setAttribute('host', host)
  cell.setAttribute('show', 'request')
  cell.setAttribute('request', 'GET /api/v1/namespaces')
  cell.setAttribute('title', 'Namespaces')
  cell.textContent = 'saved text'
  document.body.append(cell)
}
