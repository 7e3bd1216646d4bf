// Before the first paint: the theme that was chosen here. Without a choice the system decides.
try {
  const theme = localStorage.getItem('spindle:theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off.
}
