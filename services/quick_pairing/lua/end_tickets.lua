-- Cancel tickets that wait and cannot be paired.
--
-- ARGV  4 the reason; then tickets.

for at = 5, #ARGV do
  if redis.call('HGET', key('ticket', ARGV[at]), 'state') == 'waiting' then
    finish(ARGV[at], 'cancelled', ARGV[4])
  end
end
return 1
