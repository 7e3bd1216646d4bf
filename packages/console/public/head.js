// Before the first paint: the theme that was chosen here. Without a choice the system decides.
try {
  const theme = localStorage.getItem('spindle:theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off.
}

// These pages begin with who is signed in: the answer comes while the script of the console is still loading.
{
  const root = new URL('.', `${document.currentScript.src}`)
  if (/^(a\/|operator|$)/.test(location.pathname.slice(root.pathname.length)))
    globalThis.spindleSession = fetch(new URL('api/session', root)).catch(() => undefined)
}
