// Shows the way to the back office while an admin is signed in here (written by src/admin/client/session.ts). The key is
// written out: a shared file would be a request more on every page.
const link = document.getElementById('staff-link')
try {
  if (link) link.hidden = localStorage.getItem('staff') !== 'admin'
} catch {
  // Without storage nobody is signed in here.
}
