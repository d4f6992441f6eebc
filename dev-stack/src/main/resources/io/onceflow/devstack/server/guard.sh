# Runs one command and lets it live no longer than whoever started this guard: the starter holds the
# other end of standard input, and its end, by whatever cause, ends the command too.
#
# sh -c guard.sh guard SIGNAL GRACE_SECONDS LOG FOLDER COMMAND...
#   SIGNAL   asks the command to stop; after GRACE_SECONDS it is killed
#   FOLDER   removed with the command when the starter has died; empty for none
# Prints the command's process id, and exits as the command does.
signal=$1 grace=$2 log=$3 folder=$4
shift 4

# Ctrl-C in a terminal reaches every process of its group; the starter alone decides the order of
# stopping, so the command gets a group of its own (setsid: Linux; job control: macOS).
trap '' INT HUP
apart=$(command -v setsid) || set -m

exec 3<&0
$apart "$@" </dev/null >>"$log" 2>&1 3<&- &
command=$!
echo "$command"
exec >/dev/null

(
  while read -r _ <&3; do :; done
  kill -"$signal" "$command"
  tenths=$((grace * 10))
  while [ "$tenths" -gt 0 ] && kill -0 "$command"; do
    sleep 0.1
    tenths=$((tenths - 1))
  done
  kill -KILL "$command"
) 2>/dev/null &
watch=$!

trap 'kill -"$signal" "$command" 2>/dev/null' TERM
wait "$command"
status=$?
while kill -0 "$command" 2>/dev/null; do
  wait "$command"
  status=$?
done
kill -KILL "$watch" 2>/dev/null

if [ -n "$folder" ] && ! kill -0 "$PPID" 2>/dev/null; then
  rm -rf "$folder"
  rmdir "$(dirname "$folder")" 2>/dev/null
fi
exit "$status"
