// Runs before the first paint. The same key and values as src/ui/kit/theme-store.ts, which takes over from here.
try {
  const theme = localStorage.getItem('orchard.theme')
  if (theme === 'light' || theme === 'dark' || theme === 'contrast') document.documentElement.dataset.theme = theme
} catch {
  // Storage is off: the system's theme it is.
}
// A stage and its notes have another frame than the page.
if (new URLSearchParams(location.search).get('present')) document.documentElement.dataset.presented = ''
