#!/bin/sh
# backup.sh FOLDER KEEP: a backup of all tables into FOLDER, named by the day and time, of which the
# newest KEEP stay. An unfinished one is never taken for a backup. OCHOS_SERVER names the program.
set -eu
folder=$1 keep=$2
server=${OCHOS_SERVER:-/opt/ochos-locos/venv/bin/ochos-server}
name="$folder/ochos-$(date -u +%Y%m%dT%H%M%SZ).gz"
trap 'rm -f "$name.new"' EXIT
"$server" backup "$name.new"
mv "$name.new" "$name"
ls -1 "$folder"/ochos-*Z.gz | head -n "-$keep" | while read -r old; do
  rm -- "$old"
done
