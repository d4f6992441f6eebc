// Loaded before the page is painted, so that the chosen theme does not flash.
try {
  const theme = localStorage.getItem('onceflow.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // storage is refused; the system's theme it is
}
