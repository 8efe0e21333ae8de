# What several tables need: awk -f common.awk -f TABLE.awk.

function sort(list, count,    i, j, item) {
  for (i = 2; i <= count; i++) {
    item = list[i]
    for (j = i - 1; j >= 1 && list[j] > item; j--) list[j + 1] = list[j]
    list[j + 1] = item
  }
}

function readable(bytes) {
  if (bytes >= 1048576 && bytes % 1048576 == 0) return bytes / 1048576 " MiB"
  if (bytes >= 1024 && bytes % 1024 == 0) return bytes / 1024 " KiB"
  return bytes " B"
}
